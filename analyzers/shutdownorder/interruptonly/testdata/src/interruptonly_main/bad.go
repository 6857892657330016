package main

import (
	"context"
	"log"
	"net"
	"os"
	"os/signal"

	"google.golang.org/grpc"
)

// The server is started in a goroutine that nobody waits for.
func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt) // want `SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown: signal\.Notify is passed SIGINT only`
	go func() {
		<-c
		os.Exit(0)
	}()
	if os.Getenv("START_API") == "yes" {
		go serve()
	}
	if os.Getenv("START_WORKER") == "yes" {
		go work(context.Background())
	}
	select {}
}

func serve() {
	l, err := net.Listen("tcp", ":50051")
	if err != nil {
		log.Panic(err)
	}
	if err := grpc.NewServer().Serve(l); err != nil {
		log.Panic(err)
	}
}

func work(ctx context.Context) { <-ctx.Done() }
