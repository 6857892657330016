package main

import (
	"errors"
	"flag"
	"log"
	"net/http"
	"time"
)

var cert, key = flag.String("cert", "", "certificate"), flag.String("key", "", "its key")

func main() {
	flag.Parse()
	srv := http.Server{Addr: ":8443", ReadHeaderTimeout: 5 * time.Second}
	if err := srv.ListenAndServeTLS(*cert, *key); err != nil && !errors.Is(err, http.ErrServerClosed) { // want `srv.ListenAndServeTLS serves until the process is killed`
		log.Fatal(err)
	}
}
