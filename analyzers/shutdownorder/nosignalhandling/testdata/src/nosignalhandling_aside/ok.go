package main

import (
	"log"
	"net/http"
)

// Nope. The program computes, and serves its profile meanwhile.
func main() {
	go func() { log.Print(http.ListenAndServe(":6060", nil)) }()
	sum := 0
	for i := range 1 << 30 {
		sum += i
	}
	log.Print(sum)
}
