package main

import (
	"log"
	"net/http"

	"github.com/labstack/echo/v4"
)

func main() {
	e := echo.New()
	srv := &http.Server{Addr: ":8080"}
	if err := e.StartServer(srv); err != nil { // want `e.StartServer serves until the process is killed`
		log.Fatal(err)
	}
}
