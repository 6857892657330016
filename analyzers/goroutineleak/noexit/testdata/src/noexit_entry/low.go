// Package noexit_entry is what a program consists of, whose main only calls Main.
package noexit_entry

import (
	"net/http"
	"os"
	"time"
)

func Main() {
	startMirror()
	http.ListenAndServe("localhost:8080", nil)
}

func startMirror() { go mirror() }

func mirror() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		_ = os.WriteFile("seen", []byte(time.Now().String()), 0o644)
		time.Sleep(time.Minute)
	}
}
