package malformedinput

import (
	"encoding/csv"
	"io"
)

func loadNames(r io.Reader, put func(string)) {
	go func() {
		records, err := csv.NewReader(r).ReadAll()
		if err != nil {
			return
		}
		for _, record := range records {
			put(record[0])
		}
	}()
}

func loadPairs(r io.Reader, put func(k, v string)) {
	go func() {
		in := csv.NewReader(r)
		in.FieldsPerRecord = 2
		records, err := in.ReadAll()
		if err != nil {
			return
		}
		for _, record := range records {
			put(record[0], record[1])
		}
	}()
}
