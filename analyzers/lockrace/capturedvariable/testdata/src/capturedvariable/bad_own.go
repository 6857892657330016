package capturedvariable

import (
	"fmt"
	"log"
	"net/http"
)

func get(peer string) (string, error) { return peer, nil }

// Each goroutine has an error and an address of its own, and the function needs none.
func notify(peers []string) {
	var (
		err   error
		count int
		url   string
	)
	for _, peer := range peers {
		go func() {
			url = fmt.Sprintf("http://%s/", peer)   // want `data race: url is written by goroutines`
			if _, err = http.Get(url); err != nil { // want `data race: err is written by goroutines`
				log.Print(url, err)
			}
		}()
		count++
	}
	log.Print(count)
}

// The function keeps its own.
func forward(peers []string) error {
	all, err := get("all")
	if err != nil {
		return err
	}
	for _, peer := range peers {
		go func() {
			_, err = get(peer) // want `data race: err is written by goroutines`
			if err != nil {
				log.Print(err)
			}
		}()
	}
	if _, err = get(all); err != nil {
		return err
	}
	return nil
}
