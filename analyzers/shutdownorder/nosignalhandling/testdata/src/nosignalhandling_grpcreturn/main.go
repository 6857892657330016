package main

import (
	"log"
	"net"

	"google.golang.org/grpc"
)

func main() {
	lis, err := net.Listen("tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	if err = s.Serve(lis); err != nil { // want `s.Serve serves until the process is killed`
		log.Print(err)
	}
}
