package main

import (
	"net/http"
	"net/url"
	"os"
)

// Notifier sends what may fail to arrive anyway.
type Notifier interface{ PublishOrder(id string) error }

func (o *orders) tell(by Notifier, w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	go func() { // want `the call of PublishOrder at line \d+ is lost when the program ends`
		if err := by.PublishOrder(id); err != nil {
			println(err.Error())
		}
	}()
}

// drop takes away what is no longer wanted.
func (o *orders) drop(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	go func() { // want `the call of Remove at line \d+ is lost when the program ends`
		if err := os.Remove(o.dir + "/" + id); err != nil {
			println(err.Error())
		}
	}()
	// Fire and forget: a copy that is missed does no harm.
	go o.enter(id) // want `the call of Save at unjoinedworker.bad_lost.go:\d+ is lost when the program ends`
}

// hook posts what happened to a chat.
type hook string

func (h hook) sendText(text string) {
	resp, err := http.PostForm(string(h), url.Values{"text": {text}})
	if err != nil {
		println(err.Error())
		return
	}
	_ = resp.Body.Close()
}

func (o *orders) chat(h hook, w http.ResponseWriter, r *http.Request) {
	go h.sendText(r.FormValue("id")) // want `the call of PostForm at line \d+ is lost when the program ends`
}
