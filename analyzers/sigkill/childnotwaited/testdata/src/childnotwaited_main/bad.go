package main

import (
	"log"
	"net/http"
	"os/exec"
)

// One for each request.
func run(w http.ResponseWriter, r *http.Request) {
	hook := exec.Command("/usr/local/bin/hook", r.URL.Path)
	if err := hook.Start(); err != nil { // want `nothing calls hook\.Wait`
		log.Print(err)
	}
}
