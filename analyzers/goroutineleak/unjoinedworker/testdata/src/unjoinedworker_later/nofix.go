package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
)

// A literal would see another size than the call gets now.
func main() {
	store, err := os.Open("store")
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	size := 1
	go read(ctx, store, size) // want `store may be used after main closes it at line \d+`
	size = 2
	log.Print(size)
	<-ctx.Done()
}

func read(ctx context.Context, store *os.File, size int) {
	for ctx.Err() == nil {
		store.Read(make([]byte, size))
	}
}
