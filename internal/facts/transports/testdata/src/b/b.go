// Package b returns what package a makes.
package b

import (
	"net/http"

	"a"
)

func New() *http.Client { // want New:"makes a transport$"
	client := a.Plain()
	client.Timeout = 3
	return client
}

func Wrapped() (http.Client, error) { return a.NewClient("") } // want Wrapped:"makes a transport with an idle limit"
