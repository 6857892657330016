package main

import (
	"log"
	"net"

	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.New()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("serving on %s", l.Addr())
	err = r.RunListener(l) // want `r.RunListener serves until the process is killed`
	log.Fatal(err)
}
