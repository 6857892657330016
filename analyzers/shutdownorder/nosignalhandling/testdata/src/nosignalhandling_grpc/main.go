package main

import (
	"context"
	"log"
	"net"

	"google.golang.org/grpc"
)

func main() {
	var lc net.ListenConfig
	lis, err := lc.Listen(context.Background(), "tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	if err := s.Serve(lis); err != nil { // want `s.Serve serves until the process is killed`
		log.Fatalf("serve: %v", err)
	}
}
