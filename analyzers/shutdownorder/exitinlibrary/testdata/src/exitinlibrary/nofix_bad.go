package rates

import (
	"encoding/json"
	"errors"
	"io"
	"log"
)

// Import adds prices.
func (t *Table) Import(r io.Reader) error {
	list := mustDecode(r)
	if len(list) == 0 {
		return errors.New("no prices")
	}
	return nil
}

func mustDecode(r io.Reader) (list []int) {
	if err := json.NewDecoder(r).Decode(&list); err != nil {
		log.Fatal(err) // want `callers of Import cannot handle the error`
	}
	return list
}
