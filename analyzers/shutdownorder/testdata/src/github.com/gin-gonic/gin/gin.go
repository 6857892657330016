// Package gin is a stub.
package gin

import "net/http"

type Engine struct{ mux http.ServeMux }

func New() *Engine { return new(Engine) }

func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }

func (e *Engine) Run(addr ...string) error { return http.ListenAndServe(addr[0], e) }
