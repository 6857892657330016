package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Files that requests name have nothing to do with the end.
func main() {
	srv := &http.Server{Addr: ":8080"}
	http.HandleFunc("/files/", file)
	go srv.ListenAndServe()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}

func file(w http.ResponseWriter, r *http.Request) {
	if _, err := os.Stat(filepath.Join("public", r.URL.Path)); err != nil {
		w.WriteHeader(http.StatusNotFound)
	}
}
