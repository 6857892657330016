package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	http.HandleFunc("/orders", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") })
	go func() {
		if err := http.ListenAndServe(":8080", nil); err != nil { // want `requests in flight are dropped: main handles the signal, and nothing shuts down the server that http\.ListenAndServe runs`
			log.Print(err)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	log.Print("stopped")
}
