package b

import (
	"a"
	"net/http"
)

func NewClient() *http.Client { return a.NewClient() } // want NewClient:"returns unlimited net/http.Client"

func NewServer() *http.Server { return a.Later(nil) }
