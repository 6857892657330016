package unguardedfield

import "net/http"

// A router calls the method of a Page, which is made once.
type Page struct{ model string }

func (a *Page) Convert(w http.ResponseWriter, r *http.Request, params map[string]string) error {
	a.model = params["name"] // want `a.model is written by requests`
	return nil
}

func (a *Page) Respond(w http.ResponseWriter, r *http.Request) error {
	_, err := w.Write([]byte(a.model))
	return err
}
