"""The end of a part of a claim's time leaves things as they were."""

import time

import mpmath

from verifier.methods.overdue import part


def test_the_working_precision_is_put_back():
    before = mpmath.mp.prec
    began = time.monotonic()
    with part(0.05):
        mpmath.mp.prec = before + 100  # as code does that is broken off before its `finally`
        while time.monotonic() < began + 5:
            pass
    assert mpmath.mp.prec == before and time.monotonic() < began + 5


def test_a_module_that_is_being_loaded_is_loaded_whole(tmp_path, monkeypatch):
    package = tmp_path / "slowly"
    package.mkdir()
    (package / "__init__.py").write_text("from . import first, second\n")
    (package / "first.py").write_text("")
    (package / "second.py").write_text("import time\ntime.sleep(0.3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    after = False
    with part(0.05):
        import slowly  # type: ignore[import-not-found]

        time.sleep(5)  # what comes after it is broken off
        after = True
    import slowly

    assert slowly.first and slowly.second and not after
