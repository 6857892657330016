package main

import (
	"log"
	"net/http"
)

// Nope. It shows metrics, as its name says, and who scrapes it asks again.
func main() { log.Fatal(http.ListenAndServe(":9100", nil)) }
