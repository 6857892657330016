package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

type link struct{ control, data net.Conn }

// A loop dials again after each failure.
func dialBoth(control, data string) (*link, error) {
	c, err := net.Dial("tcp", control)
	if err != nil {
		return nil, err
	}
	d, err := net.Dial("tcp", data)
	if err != nil {
		return nil, err // want `dialBoth fails here, and c, opened at line \d+, stays open`
	}
	return &link{c, d}, nil
}

func keepLinked(ctx context.Context) {
	for ctx.Err() == nil {
		l, err := dialBoth("plant:1", "plant:2")
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		_ = l.control.Close()
		_ = l.data.Close()
	}
}

// Each request opens the journal, one function further up.
func openJournal(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fscanln(f); err != nil {
		return nil, err // want `openJournal fails here, and f, opened at line \d+, stays open`
	}
	return f, nil
}

func tail(name string) error {
	f, err := openJournal(name)
	if err != nil {
		return err
	}
	return f.Close()
}

func serve(w http.ResponseWriter, r *http.Request) {
	if err := tail(r.URL.Path); err != nil {
		http.Error(w, "no journal", http.StatusInternalServerError)
	}
}

func main() {
	http.HandleFunc("/", serve)
	keepLinked(context.Background())
}
