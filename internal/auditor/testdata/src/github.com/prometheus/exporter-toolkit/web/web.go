// Package web stands for a helper that serves with settings of its own.
package web

import "net/http"

// ListenAndServe serves.
func ListenAndServe(server *http.Server, flags any) error { return nil }

// Attach gives a mux paths of its own.
func Attach(mux *http.ServeMux) {}
