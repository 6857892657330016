package unguardedfield

import "net/http"

type model struct{ name string }

// An Adaptor is made elsewhere, perhaps for each request: no router calls its method.
type Adaptor struct{ model string }

func (a *Adaptor) Convert(w http.ResponseWriter, r *http.Request, m *model) (*model, error) {
	a.model = m.name // want `a.model is written by requests`
	return &model{a.model}, nil
}

func (a *Adaptor) Respond(w http.ResponseWriter, r *http.Request, m *model) error {
	_, err := w.Write([]byte(a.model))
	return err
}
