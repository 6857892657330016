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

func hello(w http.ResponseWriter, _ *http.Request) {}
