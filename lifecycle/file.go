package lifecycle

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// WriteFile is [os.WriteFile], and leaves name with its old content or with its new one, whole,
// also when the process is killed during the write or the power fails: it writes to a new file
// in the same directory, down to the disk, and renames that to name. After an error name has its
// old content.
//
// A file that exists keeps its permission, and a symbolic link its target; another owner, and
// other hard links to the file, are not kept. What is no regular file or cannot be replaced,
// as a file that is mounted or one in a directory that cannot be written, is written in place,
// as by os.WriteFile, and has no such guarantee. Of concurrent calls for one name one wins. A process that is killed may
// leave the new file beside name, with .tmp at the end of its name.
func WriteFile(name string, data []byte, perm fs.FileMode) error {
	target, err := filepath.EvalSymlinks(name)
	var info fs.FileInfo
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(name); err == nil { // a link to a file that is to be made
			return os.WriteFile(name, data, perm)
		}
		target = name
	case err != nil:
		return err
	default:
		if info, err = os.Stat(target); err != nil {
			return err
		}
		if !info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0 {
			return os.WriteFile(name, data, perm)
		}
	}
	beside, err := writeBeside(target, data, perm, info)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return os.WriteFile(name, data, perm)
	case err != nil:
		return err
	}
	if err = os.Rename(beside, target); err != nil {
		os.Remove(beside)
		return os.WriteFile(name, data, perm)
	}
	return nil
}

// writeBeside writes data to a new file in the directory of target and returns its name. It has
// the mode of info, if that is not nil. If it cannot be written, it is removed.
func writeBeside(target string, data []byte, perm fs.FileMode, info fs.FileInfo) (string, error) {
	name := target + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil && info != nil {
		err = f.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}
