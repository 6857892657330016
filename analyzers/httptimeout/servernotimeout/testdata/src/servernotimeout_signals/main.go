package main

import (
	"net/http"
	"os"
	"os/signal"
)

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	go serve()
	<-stop
}

// The program handles signals itself: only the limits are added.
func serve() error {
	return http.ListenAndServe(":8080", nil) // want `http.ListenAndServe serves without`
}
