package main

import (
	"log"
	"net/http"
)

func main() {
	http.HandleFunc("/", hello)
	if err := http.ListenAndServe(":8080", nil); err != nil { // want `http.ListenAndServe serves without`
		log.Fatal(err)
	}
}

func fatal() {
	log.Fatal(http.ListenAndServe(":8080", nil)) // want `http.ListenAndServe serves without`
}

// The program goes on without it, and would not end on a signal that it catches.
func beside() {
	go func() {
		if err := http.ListenAndServe(":9090", nil); err != nil { // want `http.ListenAndServe serves without`
			log.Print(err)
		}
	}()
	select {}
}

func hello(w http.ResponseWriter, _ *http.Request) {}
