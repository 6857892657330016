package notflushed

import (
	"compress/flate"
	"compress/gzip"
	"encoding/csv"
	"io"
)

// Flush writes no trailer: readers report an unexpected end.
func trailer(f io.Writer, rows [][]string) error {
	zw, err := gzip.NewWriterLevel(f, gzip.BestCompression) // want `the end of what is written to zw is lost: nothing calls zw.Close`
	if err != nil {
		return err
	}
	cw := csv.NewWriter(zw)
	if err := cw.WriteAll(rows); err != nil {
		return err
	}
	return zw.Flush()
}

// A stream of messages has no end.
func messages(conn io.Writer, list [][]byte) error {
	zw, err := flate.NewWriter(conn, flate.BestSpeed)
	if err != nil {
		return err
	}
	for _, m := range list {
		if _, err := zw.Write(m); err != nil {
			return err
		}
	}
	return zw.Flush()
}
