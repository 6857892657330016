package main

import (
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// branches serves in one of two ways, and logs the error after both.
func branches(srv *http.Server, socket string) {
	go func() {
		var err error
		if socket != "" {
			var ln net.Listener
			ln, err = net.Listen("unix", socket)
			if err != nil {
				log.Fatal(err)
			}
			err = srv.Serve(ln)
		} else {
			err = srv.ListenAndServe() // want `the error of srv.ListenAndServe is only logged`
		}
		if err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Printf("server: %v", err)
		}
		log.Print("stopped")
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
	end(srv)
}

// switched does so in a switch.
func switched(srv *http.Server, cert, key string) {
	go func() {
		var err error
		switch {
		case cert != "":
			err = srv.ListenAndServeTLS(cert, key) // want `the error of srv.ListenAndServeTLS is only logged`
		default:
			err = srv.ListenAndServe() // want `the error of srv.ListenAndServe is only logged`
		}
		if err != nil {
			log.Print(err)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
	end(srv)
}
