package malformedinput

import (
	"encoding/csv"
	"io"
)

// All records of a file have as many fields as the first, which may be one.
func loadRecords(r io.Reader, put func(k, v string)) {
	go func() {
		records, err := csv.NewReader(r).ReadAll()
		if err != nil {
			return
		}
		for _, record := range records {
			if record[0] == "" {
				continue
			}
			put(record[0], record[1]) // want `malformed input crashes the process: record\[1\] panics when there are fewer elements`
		}
	}()
}
