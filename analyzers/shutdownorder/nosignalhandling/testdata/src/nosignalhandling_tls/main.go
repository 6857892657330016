package main

import (
	"log"
	"net/http"
)

func main() {
	mux := http.NewServeMux()
	log.Fatal(http.ListenAndServeTLS(":8443", "cert.pem", "key.pem", mux)) // want `http.ListenAndServeTLS serves until the process is killed`
}
