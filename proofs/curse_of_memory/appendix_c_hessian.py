"""Appendix C.2 (3): the Hessian, and how its spectrum splits on the plateau."""

from . import paper
from .notation import two_neurons

G = "2*I0(x, v, y, u)", "(-2*x*I1(x, v, y, u))"

def hessian(id, where):
    @paper.equation(id, "The Hessian", where=where, provenance="recalled")
    def page(item):
        item.printed("d2J/da_k da_j = 2/(w_k + w_j); d2J/dw_k da_j = -2 a_k/(w_k + w_j)^2 and d2J/dw_k dw_j = 4 a_k a_j/(w_k + w_j)^3 "
                     "for j != k; d2J/dw_k da_k = -2 a_k/(2 w_k)^2 - 2 I_1(w_k); d2J/dw_k^2 = 4 a_k^2/(2 w_k)^3 + 2 a_k I_2(w_k).")
        item.use(two_neurons)
        item.conclude(
            f"diff({G[0]}, x) == 2/(v + v) and diff({G[0]}, y) == 2/(v + u) and diff({G[1]}, y) == -2*x/(v + u)**2"
            f" and diff({G[1]}, x) == -2*x/(2*v)**2 - 2*I1(x, v, y, u) and diff({G[1]}, u) == 4*x*y/(v + u)**3"
            f" and diff({G[1]}, v) == 4*x**2/(2*v)**3 + 2*x*I2(x, v, y, u)", expected="proved")
        item.step("symmetric", f"diff({G[0]}, v) == diff({G[1]}, x)", says="d2J/da_k dw_k = d2J/dw_k da_k",
                  because=["definitions", "P'"])  # fmt: skip
        item.note("Derivatives of the gradient of Eqs. (90), (91). For every m and every target: x = a_k, v = w_k, y = a_j, u = w_j, P the "
                  "Laplace transform of the rest of the residual.")

    return page


hessian("eq-97-101", "Appendix C.2, Eqs. (97)-(101)")
hessian("eq-137-139", "Appendix D, Eqs. (137)-(139)")
