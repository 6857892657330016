package main

import (
	"log"
	"os"

	"github.com/gofiber/fiber/v2"
)

func main() {
	if err := serve(os.Getenv("ADDR")); err != nil {
		log.Fatal(err)
	}
}

func serve(addr string) error {
	app := fiber.New()
	return app.Listen(addr) // want `app.Listen serves until the process is killed`
}
