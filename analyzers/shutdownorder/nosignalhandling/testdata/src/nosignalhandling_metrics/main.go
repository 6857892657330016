package main

import (
	"log"
	"net/http"
)

// Nope. What the program is for is something else: the helper serves beside it.
func main() {
	serveMetrics()
	results := make(chan int)
	go func() { results <- 42 }()
	log.Print(<-results)
}

func serveMetrics() {
	go func() { log.Print(http.ListenAndServe(":9090", nil)) }()
}
