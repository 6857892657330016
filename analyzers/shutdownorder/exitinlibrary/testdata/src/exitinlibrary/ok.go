package rates

import (
	"log"
	"net/http"
	"os"
)

// MustRead ends the process where it cannot read, as its callers want.
func MustRead(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	return data
}

// Read relies on a function whose callers may rely on the end.
func Read(path string) ([]byte, error) { return MustRead(path), nil }

// Exit is there to end the process.
func Exit(err error) error {
	if err != nil {
		log.Fatal(err)
	}
	return nil
}

// Watch starts a literal, which runs at another time.
func Watch(path string, start func(func())) error {
	start(func() {
		if _, err := os.Stat(path); err != nil {
			log.Fatal(err)
		}
	})
	return nil
}

// No error leads to the exit.
func Once(seen bool) error {
	if seen {
		log.Fatal("twice")
	}
	return nil
}

// ServeRates handles requests: another check is about those.
func ServeRates(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		log.Fatal(err)
	}
	return nil
}
