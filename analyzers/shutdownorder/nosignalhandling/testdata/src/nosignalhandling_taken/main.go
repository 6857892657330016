package main

import (
	"fmt"
	"net/http"
	"os"
	"time"
)

// A logger of the program's own that ends it is not to be told of no error.
func main() {
	die("serve", (&http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()) // want `serves until the process is killed`
}

func die(what string, err error) {
	fmt.Fprintln(os.Stderr, what, err)
	os.Exit(1)
}
