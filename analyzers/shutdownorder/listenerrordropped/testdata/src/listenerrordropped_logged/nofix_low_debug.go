package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
)

var pprofPort = flag.Int("pprof_port", 6060, "port of the profiles")

// The port is named for operators.
func profiles() {
	go func() {
		log.Println(http.ListenAndServe(fmt.Sprintf(":%d", *pprofPort), nil)) // want `the error of http.ListenAndServe is only logged`
	}()
}
