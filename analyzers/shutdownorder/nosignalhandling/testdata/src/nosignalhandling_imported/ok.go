package main

import (
	"log"
	"net/http"

	"example.com/app"
)

// Nope. The value behind the interface may handle signals, and does.
func main() {
	a := app.New()
	go func() { log.Print(http.ListenAndServe(":9090", nil)) }()
	log.Fatal(a.Run())
}
