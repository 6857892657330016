package own

import (
	"log"
	"os"
)

// What failed has only read from the value: nothing is left to write.
func counted(out *sink) {
	t, err := create("counted.csv")
	if err != nil {
		log.Fatal(err) // nothing is deferred
	}
	defer t.Close()
	if err := stat(t); err != nil {
		log.Fatal(err)
	}
}

func stat(t *table) error {
	_, err := os.Stat(t.file.Name())
	return err
}
