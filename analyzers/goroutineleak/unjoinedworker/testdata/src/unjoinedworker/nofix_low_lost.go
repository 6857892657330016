package main

import (
	"net/http"
	"os"
)

// drop takes away what is no longer wanted.
func (o *orders) drop(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	go func() { // want `the call of Remove at line \d+ is lost when the program ends`
		if err := os.Remove(o.dir + "/" + id); err != nil {
			println(err.Error())
		}
	}()
	// Fire and forget: a copy that is missed does no harm.
	go o.enter(id) // want `the call of Save at unjoinedworker.nofix_lost.go:\d+ is lost when the program ends`
}
