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

// outbox keeps each parcel in a file until it has been delivered.
type outbox struct {
	dir   string
	books Ledger
}

func (b *outbox) take(id string) error {
	if err := os.WriteFile(b.dir+"/"+id, nil, 0o600); err != nil {
		return err
	}
	go b.deliver(id) // want `the call of Save at line \d+ is lost when the program ends`
	return nil
}

func (b *outbox) load() error {
	files, err := os.ReadDir(b.dir)
	for _, f := range files {
		go b.deliver(f.Name()) // want `the call of Save at line \d+ is lost when the program ends`
	}
	return err
}

func (b *outbox) deliver(id string) {
	if err := b.books.Save(id, "delivered"); err != nil {
		println(err.Error())
	}
}

var _ = []any{(*outbox).take, (*outbox).load}
