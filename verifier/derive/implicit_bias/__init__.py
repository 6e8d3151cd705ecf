"""Which function gradient flow on an over-parameterised linear predictor minimises, derived from the network.

A network is given by its parameters theta and its linear predictor w(theta), polynomials.  Gradient flow on a loss
of the predictions X' w moves w by dw/dt = J J' p, where J is the Jacobian of w and p, minus the gradient of the loss
with respect to w, lies in the range of X.  From that equation everything else is derived:

    metric       J J' = H^-1 as a function of w and of what the flow conserves for every p
    hessian_map  d_k H_ij - d_j H_ik, which vanishes exactly where H is the Hessian of a function
    time_warp    a positive scalar g(w) for which g H is a Hessian
    potential    Q with Hessian H, or g H, for any start; strict convexity; its limits
    bregman      D_Q(w, w(0)), which the limit of the flow minimises among the interpolating predictors
    confirmation flows integrated to many digits, which decide nothing and would show a mistake
    flow_limits  the same for any formula of grad Q, with an estimate of the error

Source: Azulay, Moroshko, Nacson, Woodworth, Srebro, Globerson, Soudry, "On the implicit bias of initialization
shape: beyond infinitesimal mirror descent", ICML 2021; no formula of it is used.
"""
