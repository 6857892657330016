package main

import (
	"fmt"
	"net/http"
	"os"
)

// Somebody runs it, waits for the answer, and can end it.
func main() {
	resp, err := http.Get(os.Args[1]) // want `http\.Get never returns when the server accepts and does not respond: the call has no timeout`
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
}
