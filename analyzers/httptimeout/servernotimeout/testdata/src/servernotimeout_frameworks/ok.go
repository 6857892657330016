package frameworks

import (
	"time"

	"github.com/gofiber/fiber/v2"
)

// The framework is told of a limit.
func serveFiber() error {
	app := fiber.New(fiber.Config{ReadTimeout: 10 * time.Second})
	return app.Listen(":8082")
}
