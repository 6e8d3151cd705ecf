"""Section 5 and Appendix C.4: the experiments."""

from . import paper


def figure(id, title, where, printed, *criteria):
    @paper.figure(id, title, where=where, provenance="recalled")
    def page(item):
        item.printed(printed)
        for words in criteria:
            item.criterion(words)

    return page


figure("fig-1", "Exponential sums, Airy functions, Lorenz 96", "Section 5, Figure 1",
       "Training losses of a linear residual RNN on an exponential sum (a), on an Airy target (b), and of a tanh RNN on Lorenz 96 (c).",
       "(a): the loss falls at once and monotonically", "(b): a flat stretch, then a drop; longer for larger t_0", "(c): a plateau too")
figure("fig-2", "Gradient flow on the target (125)", "Section 5, Figure 2",
       "Gradient flow for the model (126) on the target (125), for several omega.", "the plateau is longer for smaller omega")
figure("fig-3", "Plateau times against 1/omega", "Section 5, Figure 3",
       "Logarithms of the plateau time and of the time of parameter separation against 1/omega.", "both close to straight lines")
figure("fig-4", "General recurrent networks", "Appendix C.4, Figure 4",
       "Full matrices W, tanh, Adam, finite samples.", "plateaus persist; Adam shortens them and keeps the separation of time scales")
