package main

import (
	"log"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
)

// Nothing but the call needs the import.
func main() {
	log.Fatal(http.ListenAndServe(os.Getenv("ADDR"), gin.New())) // want `http.ListenAndServe serves until the process is killed`
}
