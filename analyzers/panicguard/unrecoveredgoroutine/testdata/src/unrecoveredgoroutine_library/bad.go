package library

import (
	"log"
	"net/http"
)

// A library that serves: the process of whoever uses it ends.
func Start() error {
	log.Print("start")
	go work() // want `a panic in work crashes the process`
	return http.ListenAndServe(":8080", nil)
}

func work() {}
