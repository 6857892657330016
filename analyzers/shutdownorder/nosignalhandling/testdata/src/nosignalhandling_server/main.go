package main

import (
	"log"
	"net/http"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	server := "the name is taken"
	log.Print(server)
	failed := make(chan error, 1)
	go func() {
		failed <- srv.ListenAndServe() // want `srv.ListenAndServe serves until the process is killed`
	}()
	if err := <-failed; err != nil {
		log.Fatal(err)
	}
}
