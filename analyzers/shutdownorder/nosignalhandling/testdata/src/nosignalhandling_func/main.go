package main

import (
	"fmt"
	"log"
	"net/http"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	mux := http.NewServeMux()
	fmt.Println("listening")
	if err := http.ListenAndServe(":8080", mux); err != nil { // want `http.ListenAndServe serves until the process is killed`
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
