package retainedbuffer

import (
	"bufio"

	"go.etcd.io/bbolt"
)

type record struct{ raw []byte }

func index(r *bufio.Reader) (map[int]record, error) {
	table := make(map[int]record)
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return table, err
		}
		table[len(table)] = record{raw: line[1:]} // want `r.ReadSlice\('\\n'\) is stored in a map and changes later: its memory is used again after the next read`
	}
}

func keys(db *bbolt.DB) (list [][]byte, err error) {
	err = db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte("users")).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			list = append(list, k) // want `is appended to a slice and changes later`
		}
		return nil
	})
	return list, err
}

func values(db *bbolt.DB) (map[string][]byte, error) {
	table := make(map[string][]byte)
	err := db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("users")).ForEach(func(k, v []byte) error {
			table[string(k)] = v // want `v is stored in a map and changes later`
			return nil
		})
	})
	return table, err
}

type asyncWriter struct{ queue chan []byte }

func (w *asyncWriter) Write(p []byte) (int, error) {
	w.queue <- p // want `p is sent and changes later: its memory is used again after Write returns`
	return len(p), nil
}

type recorder struct{ writes [][]byte }

func (r *recorder) Write(p []byte) (int, error) {
	r.writes = append(r.writes, p) // want `p is appended to a slice and changes later`
	return len(p), nil
}
