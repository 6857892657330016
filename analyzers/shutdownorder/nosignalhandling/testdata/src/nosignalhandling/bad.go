package main

import (
	"log"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.New()
	go metrics()
	log.Fatal(r.Run(os.Getenv("LISTEN_ADDR"))) // want `SIGTERM drops requests in flight: r\.Run serves until the process is killed, and nothing handles the signal`
}

func metrics() { _ = http.ListenAndServe(":9090", nil) }
