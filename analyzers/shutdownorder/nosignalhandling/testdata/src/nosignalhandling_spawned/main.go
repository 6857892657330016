package main

import (
	"log"
	"net"

	"google.golang.org/grpc"
)

func main() {
	log.Print(run(":9000"))
	select {}
}

func run(addr string) string {
	lis, err := net.Listen("tcp", addr)
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	go s.Serve(lis) // want `s.Serve serves until the process is killed`
	return lis.Addr().String()
}
