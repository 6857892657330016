package leftopen_good

import "io"

func writeAll(files map[int]io.ReadCloser, w io.Writer) error {
	defer func() {
		for _, file := range files {
			_ = file.Close()
		}
	}()
	for _, file := range files {
		if _, err := io.Copy(w, file); err != nil {
			return err
		}
	}
	return nil
}
