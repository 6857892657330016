package failedconstructor

import (
	"encoding/csv"
	"errors"
	"os"
	"strconv"
)

// readTable returns what it has read, and closes the file on no path: left-open reports that.
func readTable(path string) ([][]float64, map[string]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	data := make([][]float64, len(rows))
	names := make(map[string]int)
	for i, row := range rows {
		if len(row) != 2 {
			return nil, nil, errors.New("two columns are wanted")
		}
		n, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return nil, nil, err
		}
		data[i] = []float64{n}
		names[row[0]] = i
	}
	return data, names, nil
}
