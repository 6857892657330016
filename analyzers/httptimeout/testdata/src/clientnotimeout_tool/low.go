package main

import (
	"fmt"
	"net/http"
	"os"
)

// Somebody runs it, waits for the answer, and can end it.
func main() {
	resp, err := http.Get(os.Args[1]) // want `http\.Get has no time limit: if the peer accepts and does not answer, t`
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
}
